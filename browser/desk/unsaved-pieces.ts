// On every page of the desk: lists the pieces with unsaved changes in this browser.

import { showUnsaved } from './editor/saving/unsaved-notice.ts';

// The editor lists the others itself, once it has taken over the changes of its own piece.
if (!document.querySelector('form[data-editor]:not([data-refused])')) await showUnsaved();
