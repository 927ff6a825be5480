import { download } from '../../actions/download.ts';
import { openFile } from '../../actions/open-file.ts';
import { openFolder } from '../../actions/open-folder.ts';

/** What can be done with what is selected, in the order in which it is shown everywhere. */
export const SELECTION_ACTIONS = [openFolder, openFile, download];
/** The same where opening needs no button: a click or a tap does it. */
export const BAR_ACTIONS = [download];
