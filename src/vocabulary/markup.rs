//! What has a meaning in REVIEWS.md.

/// The heading of the whole document; the phase follows.
pub const TITLE: &str = "Cross-AI Plan Review";
/// The heading of what plan revisions found to contradict itself.
pub const CONFLICTS: &str = "Plan-Revision Conflicts";
/// The heading of the last section.
pub const CONSENSUS: &str = "Consensus Summary";
/// The headings inside of it, in order.
pub const CONSENSUS_PARTS: &[&str] = &["Agreed Strengths", "Agreed Concerns", "Divergent Views"];
/// What stands before the conflicts.
pub const CONFLICTS_BEGIN: &str = "<!-- gsd:plan-revision-conflicts:begin -->";
/// What stands behind them.
pub const CONFLICTS_END: &str = "<!-- gsd:plan-revision-conflicts:end -->";
/// How the name of every marker of the host begins.
pub const MARKER_PREFIX: &str = "gsd:";

/// Elements whose start or end tag changes what follows it in a document, wherever it stands: those that Markdown
/// takes for blocks, and those that browsers swallow text with. In lower case.
pub const STRUCTURAL_ELEMENTS: &[&str] = &[
    "address",
    "article",
    "aside",
    "audio",
    "base",
    "basefont",
    "blockquote",
    "body",
    "button",
    "canvas",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "math",
    "menu",
    "menuitem",
    "meta",
    "nav",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "plaintext",
    "pre",
    "script",
    "search",
    "section",
    "select",
    "source",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
    "video",
    "xmp",
];
