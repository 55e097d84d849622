'use strict';
// A prompt within its budget (L-120 … L-126).

const { lanes, rules, vocabulary, lazily } = require('./shared/library.cjs');
const { list, member, members, text } = require('./shared/live.cjs');

const estimateTokens = (content) => rules.estimateTokens({ text: text(content) }) ?? Infinity;

const number = (value) => (typeof value === 'number' ? value : undefined);
const perhaps = (value) => (typeof value === 'string' ? value : undefined);

/** Nothing that big fits. */
const hardFailure = (budget) => ({
  prompt: '',
  metadata: { budget, effectiveBudget: budget, estimatedTokens: 0, omitted: [], projectMdShrunk: false, planTruncationPct: 0, hardFailed: true, noteInjected: false },
});

/** The prompt, and what became of its sections. */
function applyBudget(input) {
  const { sections, budget, options } = members(input, ['sections', 'budget', 'options']);
  if (typeof sections !== 'object' || sections === null) throw new TypeError('sections must be an object');
  const section = (name) => member(sections, name);
  const plans = list(section('plans')) ?? [];
  const limit = number(budget);
  // No budget at all is something else.
  if (limit <= 0) return hardFailure(limit);
  const { prompt, metadata, reason } = lanes.applyPromptBudget({
    sections: {
      instructions: text(section('instructions')),
      roadmap: text(section('roadmap')),
      plans: plans.map((plan) => ({ file: text(member(plan, 'file')), content: text(member(plan, 'content')) })),
      projectMd: perhaps(section('projectMd')),
      context: perhaps(section('context')),
      research: perhaps(section('research')),
      requirements: perhaps(section('requirements')),
    },
    budget: limit,
    options: {
      noteTemplate: perhaps(member(options, 'noteTemplate')),
      safetyMarginPct: number(member(options, 'safetyMarginPct')),
      projectMdHeadLines: number(member(options, 'projectMdHeadLines')),
    },
  }) ?? hardFailure(limit);
  // JSON has no word for a budget without end.
  if (limit === Infinity) Object.assign(metadata, { budget: limit, effectiveBudget: limit });
  return reason === undefined ? { prompt, metadata } : { prompt, metadata, reason };
}

module.exports = lazily({ estimateTokens, applyBudget }, { PLAN_FLOOR_CHARS: () => vocabulary().planFloor });
