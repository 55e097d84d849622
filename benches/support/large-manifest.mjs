/** A manifest of about a million characters: in many lines, or with an `indent` of 0 in one. */
export function large(indent) {
  const env = Object.fromEntries(Array.from({ length: 17_000 }, (_, index) => [`SETTING_${index}`, `the value of setting number ${index}`]));
  const hooks = Array.from({ length: 2000 }, (_, index) => ({ event: 'e', script: `../${index}` }));
  return JSON.stringify({ id: 'large', role: 'reviewer', hooks, reviewer: { slug: 'large', transport: 'spawn', invoke: { binary: 'x', args: ['-'], promptChannel: 'stdin', env } } }, null, indent);
}
