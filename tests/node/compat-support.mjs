/** What the tests of the drop-in modules share. */

/** The modules of the peer that there are drop-in modules for. */
export const MODULES = [
  'capability-consent', 'capability-trust', 'capability-validator', 'federated-config', 'prompt-budget', 'review-lane-descriptor', 'review-lane-invocation', 'review-lane-runner',
  'review-reviewer-selection', 'semver-compare',
];
