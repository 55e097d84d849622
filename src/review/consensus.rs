//! Reading what somebody wrote who compared the reviews.

use super::compose::Consensus;
use super::text::trim;
use crate::vocabulary::markup::CONSENSUS_PARTS;

/// The parts of a comparison that is one Markdown text: what stands below the headings `Agreed Strengths`, `Agreed Concerns` and
/// `Divergent Views` of any level, up to the next heading of that level or a higher one. Of two equal headings the first counts, what
/// stands below none of them does not. `None` if there is no such heading.
#[must_use]
pub fn parts(text: &str) -> Option<Consensus<'_>> {
    let mut found: [Option<&str>; 3] = [None; 3];
    // Where the text of a part begins, which part it is, and the level of its heading.
    let mut open: Option<(usize, usize, usize)> = None;
    let mut fence = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = trim(line);
        let mark = ["```", "~~~"].into_iter().find(|it| bare.starts_with(it));
        if let Some(mark) = mark.filter(|mark| fence.is_none_or(|it| it == *mark)) {
            fence = fence.xor(Some(mark));
            continue;
        }
        let Some((level, title)) = heading(bare).filter(|_| fence.is_none()) else {
            continue;
        };
        let part = CONSENSUS_PARTS
            .iter()
            .position(|it| it.eq_ignore_ascii_case(title));
        if open.is_some_and(|(.., its)| part.is_some() || level <= its) {
            close(&mut found, open.take(), text.get(..start));
        }
        if let Some(part) = part {
            open = Some((at, part, level));
        }
    }
    close(&mut found, open, Some(text));
    let [strengths, concerns, views] = found;
    if found.iter().all(Option::is_none) {
        return None;
    }
    Some(Consensus {
        agreed_strengths: strengths.unwrap_or_default(),
        agreed_concerns: concerns.unwrap_or_default(),
        divergent_views: views.unwrap_or_default(),
    })
}

fn close<'a>(
    found: &mut [Option<&'a str>; 3],
    open: Option<(usize, usize, usize)>,
    until: Option<&'a str>,
) {
    if let Some((start, part, _)) = open
        && let Some(slot) = found.get_mut(part)
    {
        let text = until.and_then(|it| it.get(start..)).unwrap_or_default();
        slot.get_or_insert(text.trim_matches(['\r', '\n']));
    }
}

/// The level and the title of an ATX heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    let is_one = (1..=6).contains(&level) && title.starts_with([' ', '\t']);
    is_one.then(|| (level, trim(title.trim_end_matches('#'))))
}
