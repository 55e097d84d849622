//! What comes back from a lane: text that is as hostile as a manifest. Reading it, marking it, composing REVIEWS.md.
