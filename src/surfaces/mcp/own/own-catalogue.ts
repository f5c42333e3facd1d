// Tools of the writer's own tool server, and its instructions for models.

import { Catalogue } from '../catalogue.ts';
import { TOOLS } from '../tools.ts';
import { OWN_TOOLS } from './own-tools.ts';

const OWN_INSTRUCTIONS =
  'You work for the writer whose desk this is. Leave what you write with create_draft, and improve it with ' +
  'revise_draft, naming the version that get_my_piece gave you. Nothing that these tools do is public: only the ' +
  'writer publishes, by hand, at their desk, so tell them where the draft is. The writer answers with notes: read ' +
  'them with list_notes, revise, and say what you did with reply_to_note. The other tools read what is published.';

export const WRITERS_CATALOGUE = new Catalogue([...OWN_TOOLS, ...TOOLS], OWN_INSTRUCTIONS);
