//! The root of a project, derived in one way for recording, looking up and revoking (T-81).

use alloc::string::String;
use alloc::vec::Vec;

use super::paths::{first_segment, join, lexical_text, parent};
use crate::json::{Document, Limits, Str, Value};
use crate::vocabulary::consent::{CONFIG_FILE, GIT, MAX_LEVELS, PLANNING};

/// Answers questions about a disk. A closure over one, or a table.
pub trait Disk {
    /// Whether there is a folder at that path, links followed.
    fn is_dir(&self, path: &str) -> bool;
    /// Whether there is anything at that path.
    fn exists(&self, path: &str) -> bool;
    /// The content of a file; `None` if it cannot be read.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// The path without links; `None` if it cannot be told.
    fn real_path(&self, path: &str) -> Option<String>;
}

/// The root that stands in records: that of the project in which `cwd` lies, as a real path if there is one (T-81).
/// `cwd` and `home` must be absolute.
#[must_use]
pub fn consent_root(cwd: &str, home: &str, disk: &impl Disk) -> String {
    let root = project_root(cwd, home, disk);
    let real = disk.real_path(&root);
    real.map_or(root, |real| lexical_text(&real))
}

/// The root of the project in which a folder lies; the folder itself if it lies in none (T-81).
#[must_use]
pub fn project_root(start: &str, home: &str, disk: &impl Disk) -> String {
    let start = lexical_text(start);
    let home = lexical_text(home);
    let walk = Walk::up_from(&start, &home, disk);
    walk.root().map_or_else(|| start.clone(), String::from)
}

/// The folders from the start upwards.
struct Walk<'a, D> {
    /// The start, then at most ten ancestors, the nearest first; never the root of the file system.
    folders: Vec<&'a str>,
    home: &'a str,
    disk: &'a D,
}

impl<'a, D: Disk> Walk<'a, D> {
    fn up_from(start: &'a str, home: &'a str, disk: &'a D) -> Self {
        let mut folders = Vec::from([start]);
        while let Some(above) = folders.last().and_then(|folder| parent(folder))
            && folders.len() <= MAX_LEVELS
        {
            folders.push(above);
        }
        Self {
            folders,
            home,
            disk,
        }
    }

    fn start(&self) -> &'a str {
        self.folders.first().copied().unwrap_or_default()
    }

    /// The ancestors with their places.
    fn ancestors(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.folders.iter().copied().enumerate().skip(1)
    }

    fn is_planned(&self, folder: &str) -> bool {
        self.disk.is_dir(&join(folder, &[PLANNING]))
    }

    /// Whether there is a repository at one of the folders from the start to before that place.
    fn has_git_below(&self, place: usize) -> bool {
        let below = self.folders.iter().take(place);
        below.into_iter().any(|folder| self.has_git(folder))
    }

    fn has_git(&self, folder: &str) -> bool {
        self.disk.exists(&join(folder, &[GIT]))
    }

    fn config(&self, folder: &str) -> Option<Vec<u8>> {
        self.disk.read(&join(folder, &[PLANNING, CONFIG_FILE]))
    }

    fn root(&self) -> Option<&'a str> {
        if self.is_planned(self.start()) {
            return Some(self.start());
        }
        for (place, folder) in self.ancestors() {
            if folder == self.home {
                break;
            }
            if self.is_planned(folder)
                && let Some(root) = self.claimed(place, folder)
            {
                return Some(root);
            }
        }
        let mut planned = self
            .ancestors()
            .filter(|(_, folder)| self.is_planned(folder));
        let (place, nearest) = planned.next()?;
        (!self.has_git_below(place)).then_some(nearest)
    }

    /// The root, if an ancestor that is planned decides it (T-81, 2).
    fn claimed(&self, place: usize, folder: &'a str) -> Option<&'a str> {
        let config = Config::read(self.config(folder).as_deref());
        if config.claims(first_segment(self.start(), folder)) {
            return Some(folder);
        }
        let below = self.has_git_below(place);
        let between = below || self.has_git(folder);
        if config.multi_repo && between {
            return Some(folder);
        }
        if !between || below {
            return None;
        }
        // The repository is exactly here: one that claims it from above comes first.
        let mut above = self.ancestors().skip(place);
        let claims = |(_, folder): &(usize, &str)| {
            self.is_planned(folder)
                && Config::read(self.config(folder).as_deref())
                    .claims(first_segment(self.start(), folder))
        };
        let above = above
            .by_ref()
            .take_while(|(_, folder)| *folder != self.home)
            .find(claims);
        Some(above.map_or(folder, |(_, folder)| folder))
    }
}

/// What a configuration says about repositories.
#[derive(Debug, Default)]
struct Config {
    repos: Vec<String>,
    multi_repo: bool,
}

impl Config {
    fn read(text: Option<&[u8]>) -> Self {
        let parsed = text.and_then(|text| Document::parse_bytes(text, Limits::MANIFEST).ok());
        let Some(document) = parsed else {
            return Self::default();
        };
        let root = document.root();
        let inner = root.get("planning");
        let inner = inner.and_then(|planning| planning.get("sub_repos"));
        let repos = root.get("sub_repos").filter(|it| !it.is_null()).or(inner);
        let mut names = Vec::new();
        for name in repos.into_iter().flat_map(Value::items) {
            names.extend(name.as_str().map(Str::to_lossy));
        }
        Self {
            repos: names,
            multi_repo: root.get("multiRepo").and_then(Value::as_bool) == Some(true),
        }
    }

    fn claims(&self, segment: Option<&str>) -> bool {
        segment.is_some_and(|segment| self.repos.iter().any(|repo| repo == segment))
    }
}
