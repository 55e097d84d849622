//! placeholder until trust lands
/// placeholder
#[must_use]
pub fn is_local(text: &str) -> bool {
    text.contains("localhost") || text.contains("127.0.0.1")
}
