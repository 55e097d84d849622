//! REVIEWS.md: all reviews of a phase in one document that none of them can forge.
