/** The registry of the first-party capabilities and what was dropped on the page. */

/** What the pane shows of the merged registry. */
export function registry(lanes, { items, hostVersion, profile, central }) {
  const overlays = items.map(({ dir, text, files, scope, consented }) => ({ dir, text, files, scope, consented }));
  const merged = lanes.mergeRegistry({ overlays, hostVersion, profile });
  const owners = new Map(Object.entries(merged.capabilities).flatMap(([id, { reviewer }]) => (typeof reviewer?.slug === 'string' ? [[reviewer.slug, id]] : [])));
  const accepted = new Set(merged.accepted);
  return {
    lanes: merged.lanes.map((lane) => {
      const capability = owners.get(lane.slug) ?? '';
      return { slug: lane.slug, capability, overlay: accepted.has(capability), transport: lane.transport, flags: lane.flags, section: lane.reviewsSection };
    }),
    roster: merged.roster,
    accepted: merged.accepted,
    inactive: merged.inactive,
    warnings: merged.warnings,
    problems: merged.problems,
    blockedGates: merged.blockedGates,
    // What they claim together, with the places in each text.
    cross: lanes.validateRegistry({ manifests: items.map(({ dir, text }) => ({ source: dir, text })), hostVersion, profile }).diagnostics,
    capabilities: Object.keys(merged.capabilities).length,
  };
}
