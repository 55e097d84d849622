//! How often a property is tried.

/// As often as its test says, or `PROPTEST_CASES` times if that is fewer: a build that is changed on purpose
/// (`make mutants`) shows at few cases already.
pub fn cases(usual: u32) -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked
        .and_then(|it| it.parse().ok())
        .map_or(usual, |it: u32| it.min(usual))
}
