/** A run of the plan in which nothing happens: each effect is shown, and somebody says what would come of it. */
import { fill, h } from '../../dom.mjs';
import { Run } from '../../engine/client.mjs';
import { longText, mark, verdict } from '../../parts.mjs';
import { foreign, prose } from '../../visible.mjs';
import { detailsOf, wordsOf } from './step.mjs';
import { World } from './world.mjs';

const AGREEMENTS = [['given', 'given'], ['missing', 'missing'], ['changed', 'given to another version']];
const TONES = { reviewed: 'good', incomplete: 'warning', skipped: 'warning', failed: 'error', refused: 'error' };

export function dryRun({ engine, prompt }) {
  let plan;
  let options;
  /** Both as text, to tell whether they are others. */
  let used;
  let run;
  let world;
  let hurried = false;
  const agreement = h('select', { onchange: () => start() }, AGREEMENTS.map(([value, label]) => h('option', { value }, label)));
  const button = (label, onclick, props) => h('button', { type: 'button', class: 'button small', onclick, ...props }, label);
  const begin = button('Start', () => start(), { class: 'button small primary' });
  const hurry = button('To the end', () => toTheEnd());
  const steps = h('ol', { class: 'steps', 'aria-label': 'Steps of the dry run' });
  const end = h('div', { class: 'stack', role: 'status' });
  const element = h('section', { class: 'dry-run', 'aria-label': 'Dry run' },
    h('div', { class: 'pane-head' }, h('h3', null, 'Dry run'),
      h('div', { class: 'row' }, h('label', { class: 'field' }, h('span', { class: 'field-label' }, 'Consent'), agreement), hurry, begin)),
    h('p', { class: 'quiet' }, 'Steps through what a run would do. Nothing is started and nothing is sent: you say what would come of it.'),
    steps, end);

  return {
    element,
    /** Another plan: what was stepped through is no longer true. */
    use(nextPlan, nextOptions) {
      const spelled = JSON.stringify([nextPlan, nextOptions]);
      if (spelled === used) return;
      used = spelled;
      stop();
      [plan, options] = [nextPlan, nextOptions];
      fill(begin, 'Start');
    },
  };

  function stop() {
    run?.stop();
    run = undefined;
    steps.replaceChildren();
    end.replaceChildren();
  }

  function start({ hurrying = false } = {}) {
    stop();
    hurried = hurrying;
    fill(begin, 'Start over');
    world = new World(plan, prompt);
    const warnings = [];
    const mine = new Run(engine, plan, { ...options, explicit: true, owner: 'installed', agreement: agreement.value, consentedHost: plan.host }, ({ effect, args, notice, about }) => {
      if (effect !== undefined) ask(mine, effect, args);
      else if (notice === 'warn') warnings.push(about);
    });
    run = mine;
    mine.result.then((result) => { if (run === mine) finish(result, warnings); }, (error) => { if (run === mine) fill(end, verdict('error', error.message)); });
  }

  function toTheEnd() {
    const asking = steps.querySelector('.step-asking .step-answer');
    if (asking === null) return start({ hurrying: true });
    hurried = true;
    asking.click();
  }

  function ask(mine, effect, args) {
    if (run !== mine) return;
    const choices = world.choices(effect, args);
    const step = h('li', { class: 'step' }, h('p', { class: 'step-words' }, wordsOf(effect, args)), detailsOf(effect, args));
    steps.append(step);
    const give = (choice, text) => {
      step.classList.remove('step-asking');
      step.querySelector('.step-choice')?.remove();
      step.append(h('p', { class: 'step-said' }, mark('answer'), choice.label));
      const { answer, failure } = choice.give(text);
      if (failure === undefined) mine.answer(answer);
      else mine.fail(failure);
    };
    if (hurried) return void give(choices[0], choices[0].text);
    step.classList.add('step-asking');
    const [form, first] = choiceForm(choices, give);
    step.append(form);
    // The keyboard stays where the last answer was given.
    if (steps.children.length > 1 || document.activeElement === document.body) first.focus({ preventScroll: true });
    step.scrollIntoView({ block: 'nearest' });
  }

  function choiceForm(choices, give) {
    const select = h('select', { 'aria-label': 'What comes of it', onchange: () => follow() }, choices.map(({ label }, index) => h('option', { value: String(index) }, label)));
    const text = h('textarea', { class: 'step-text', rows: '6', spellcheck: 'false', 'aria-label': 'Its text' });
    const chosen = () => choices[Number(select.value)];
    const answer = h('button', { type: 'button', class: 'button small primary step-answer', onclick: () => give(chosen(), text.value) }, 'Go on');
    function follow() {
      const { text: content } = chosen();
      text.hidden = content === undefined;
      text.value = content ?? '';
    }
    follow();
    return [h('div', { class: 'step-choice' }, h('div', { class: 'row' }, select, answer), text), answer];
  }

  function finish(result, warnings) {
    const { status, reason, detail, remedy, model, stubbed, blind, ungrounded } = result;
    const review = world.files.get(plan.reviewPath);
    fill(end,
      verdict(TONES[status] ?? 'note', `Result: ${status}`, reason ? ` (${reason})` : ''),
      detail ? h('p', null, prose(detail)) : null,
      remedy ? h('p', { class: 'quiet' }, prose(remedy)) : null,
      warnings.map((warning) => h('p', { class: 'terminal-warning' }, prose(warning))),
      model?.value ? h('p', null, 'Model: ', h('code', null, foreign(model.value)), ` (${model.source})`) : null,
      blind || ungrounded ? h('p', { class: 'quiet' }, blind ? 'The review says that it saw no source. ' : '', ungrounded ? 'It cites no place in the source.' : '') : null,
      review === undefined ? null : [h('h4', null, stubbed ? 'What stands in place of the review' : 'The review as written'), longText(review, { class: 'code-block wrap', 'aria-label': 'Review file' })]);
  }
}
