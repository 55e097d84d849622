/** Whom to ask, and how much: selection and prompt budget. */
import { engine } from 'gsd-lanes:engine';

import { listArgument, objectArgument, optionalString, optionsArgument, stringArgument, textsArgument } from './arguments.mjs';
import { rule } from './rule.mjs';
import { ORDINARY } from './snapshot.mjs';

/** A list of names: an array goes as it is, whatever is in it; anything else that can be iterated holds texts. */
function namesArgument(names, name) {
  return Array.isArray(names) ? names : textsArgument(names, name);
}

/** Who is asked, and what there is to say about that; `null` if the input breaks a limit. */
export function selectReviewers(input) {
  const { detected, explicitFlags, allFlag, configuredDefaultReviewers, reviewerInstances, knownSlugs } = objectArgument(input, 'input');
  const members = {
    detected: namesArgument(detected, 'detected'),
    explicitFlags: namesArgument(explicitFlags, 'explicitFlags'),
    allFlag,
    configuredDefaultReviewers,
    reviewerInstances,
    knownSlugs: textsArgument(knownSlugs, 'knownSlugs'),
  };
  return rule('selectReviewers', members, Object.fromEntries(Object.keys(members).map((name) => [name, ORDINARY])));
}

/** The selected reviewers in the order of their sections. */
export function reviewOrder(resolvedInstances, laneOrder) {
  const reviewers = listArgument(resolvedInstances, 'resolvedInstances', objectArgument);
  const places = rule('reviewOrder', { resolvedInstances: reviewers, laneOrder: textsArgument(laneOrder, 'laneOrder') }, {
    resolvedInstances: ORDINARY, laneOrder: ORDINARY,
  });
  return places?.map((place) => reviewers[place]) ?? null;
}

function numberArgument(value, name) {
  if (value === undefined || value === null || typeof value === 'number') return value;
  throw new TypeError(`${name} must be a number, not ${typeof value}`);
}

/** A prompt within its budget, and what became of it; `null` if the sections have more than 192 MiB. */
export function applyPromptBudget(input) {
  const { sections, budget, options } = objectArgument(input, 'input');
  const { instructions, roadmap, plans, projectMd, context, research, requirements } = objectArgument(sections, 'input.sections');
  const { noteTemplate, safetyMarginPct, projectMdHeadLines } = optionsArgument(options);
  const text = (value, name) => stringArgument(value, `input.sections.${name}`);
  const perhaps = (value, name) => optionalString(value, `input.sections.${name}`);
  const prepared = {
    instructions: text(instructions, 'instructions'),
    roadmap: text(roadmap, 'roadmap'),
    plans: listArgument(plans, 'input.sections.plans', (plan, name) => {
      const { file, content } = objectArgument(plan, name);
      return { file: stringArgument(file, `${name}.file`), content: stringArgument(content, `${name}.content`) };
    }),
    projectMd: perhaps(projectMd, 'projectMd'),
    context: perhaps(context, 'context'),
    research: perhaps(research, 'research'),
    requirements: perhaps(requirements, 'requirements'),
  };
  const how = {
    noteTemplate: optionalString(noteTemplate, 'input.options.noteTemplate'),
    safetyMarginPct: numberArgument(safetyMarginPct, 'input.options.safetyMarginPct'),
    projectMdHeadLines: numberArgument(projectMdHeadLines, 'input.options.projectMdHeadLines'),
  };
  const limit = numberArgument(budget, 'input.budget');
  return engine.wholly('applyPromptBudget', [
    ['sections', engine.texts(prepared)], ['budget', engine.snapshot(limit, ORDINARY)], ['options', engine.texts(how)],
  ]);
}

/** How many tokens a text counts as; `null` if it has more than 192 MiB. */
export function estimateTokens(input) {
  const { text } = objectArgument(input, 'input');
  return engine.wholly('estimateTokens', [['text', engine.texts(stringArgument(text, 'input.text'))]]);
}

/** The budget that a command line gives: a leading whole number greater than zero, else `null`. */
export function parseBudget(input) {
  const { text } = objectArgument(input, 'input');
  return engine.wholly('parseBudget', [['text', engine.texts(stringArgument(text, 'input.text'))]]);
}
