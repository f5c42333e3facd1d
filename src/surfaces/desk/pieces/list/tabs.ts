// Labels of the tabs over the desk's list, and the texts of empty tabs.

import type { DeskTab } from '../../../../operations/pieces/desk-list/desk-list.ts';
import { STATUS_WORDS } from '../../shared/labels.ts';

export const TAB_WORDS: { readonly [tab in DeskTab]: string } = {
  all: 'All',
  draft: 'Drafts',
  machine: 'Machine drafts',
  scheduled: 'Scheduled',
  pending: STATUS_WORDS.pending,
  changes_requested: STATUS_WORDS.changes_requested,
  rejected: STATUS_WORDS.rejected,
  approved: STATUS_WORDS.approved,
  changes: 'Changes not published',
};

export const EMPTY_TABS: { readonly [tab in DeskTab]: string } = {
  all: 'You have no pieces. What you deleted is in the trash.',
  draft: 'You have no drafts.',
  machine: 'No draft of a program waits for you. Each stays here until you edit or publish it.',
  scheduled: 'Nothing waits for its time. Choose one on the page that publishes a piece.',
  pending: 'Nothing of yours is in review.',
  changes_requested: 'Nobody asked you for changes.',
  rejected: 'Nothing of yours was rejected.',
  approved: 'You haven’t published anything yet.',
  changes: 'Readers see everything as you last wrote it.',
};
