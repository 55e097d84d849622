//! What a manifest would run or send, the consent that covers it, and the signature that binds the consent.
