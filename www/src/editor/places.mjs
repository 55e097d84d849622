/** Places of a text that was sent away, carried along while the text is typed in. */
import { EditorView } from '@codemirror/view';

export class Places {
  constructor() {
    /** Changes since the text that the shown answer is about, and since the text that is being looked at. */
    this.sinceAnswer = undefined;
    this.sinceQuestion = undefined;
    this.extension = EditorView.updateListener.of(({ docChanged, changes }) => {
      if (!docChanged) return;
      this.sinceAnswer = this.sinceAnswer?.composeDesc(changes.desc) ?? changes.desc;
      this.sinceQuestion = this.sinceQuestion?.composeDesc(changes.desc) ?? changes.desc;
    });
  }

  asked() {
    this.sinceQuestion = undefined;
  }

  answered() {
    this.sinceAnswer = this.sinceQuestion;
  }

  now({ start, end }) {
    const changes = this.sinceAnswer;
    if (changes === undefined) return { start, end };
    const within = (position) => Math.min(position, changes.length);
    return { start: changes.mapPos(within(start), 1), end: changes.mapPos(within(end), -1) };
  }
}
