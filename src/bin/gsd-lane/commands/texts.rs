//! Commands that print what other programs read.

use clap::CommandFactory;
use clap_complete::Shell;
use gsd_lanes::lane::summary;
use serde_json::json;

use crate::cli::{Cli, Common, Selected};
use crate::run::verdict::FINE;
use crate::show::out::{lines, print, print_json, safe};
use crate::trouble::Trouble;
use crate::world::{self, Settings};

/// Slug and heading, a tab between them (L-150).
pub fn sections(common: &Common, selected: &Selected) -> Result<u8, Trouble> {
    world::with(common, &Settings::default(), |world| {
        super::tell_warnings(world);
        let sections = summary::sections(&world.lanes, selected.selected.as_deref(), &[]);
        if common.json {
            let rows = sections
                .iter()
                .map(|(slug, section)| json!({"slug": slug, "section": section}));
            print_json(&rows.collect::<Vec<_>>())?;
        } else {
            let pairs = sections.iter();
            let pairs = pairs.map(|(slug, section)| format!("{}\t{}", safe(slug), safe(section)));
            print(&lines(&pairs.collect::<Vec<_>>()))?;
        }
        Ok(FINE)
    })
}

/// One flag a line (L-150).
pub fn flags(common: &Common, selected: &Selected) -> Result<u8, Trouble> {
    world::with(common, &Settings::default(), |world| {
        super::tell_warnings(world);
        let flags = summary::flags(&world.lanes, selected.selected.as_deref());
        if common.json {
            print_json(&flags)?;
        } else {
            print(&lines(&flags))?;
        }
        Ok(FINE)
    })
}

/// A completion script.
pub fn completions(shell: Shell) -> Result<u8, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gsd-lane", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(FINE)
}

/// The manual page.
pub fn man() -> Result<u8, Trouble> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(FINE)
}
