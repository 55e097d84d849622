/** Sentences that more than one pane says. */

export const UNREADABLE = 'The text cannot be read, so there is nothing to show. The problems say why.';
