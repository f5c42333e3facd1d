// Tools of the writer's own tool server, and its instructions for models.

import { Catalogue } from '../catalogue.ts';
import { TOOLS } from '../tools.ts';
import { OWN_TOOLS } from './own-tools.ts';

const OWN_INSTRUCTIONS =
  'You work for the writer who owns this desk. Save what you write with create_draft, and improve it with ' +
  'revise_draft, passing the version from get_my_piece. Nothing that you do with these tools is public: only the ' +
  'writer publishes, by hand, at their desk, so tell them where the draft is. The writer responds with notes: read ' +
  'them with list_notes, revise the piece, and say what you did with reply_to_note. The other tools read what is ' +
  'published.';

export const WRITERS_CATALOGUE = new Catalogue([...OWN_TOOLS, ...TOOLS], OWN_INSTRUCTIONS);
