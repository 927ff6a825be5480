import { createStore } from 'zustand/vanilla';

/**
 * Whether something fills the whole window, such as a preview or the editor: then the frame's header, sidebar and
 * breadcrumbs are not there, for nobody to see, reach or hear.
 */
export const fullScreen = createStore<{ readonly isOn: boolean }>(() => ({ isOn: false }));

/** Until the returned function is called, the window belongs to one thing. */
export function enterFullScreen(): () => void {
  fullScreen.setState({ isOn: true });
  return () => fullScreen.setState({ isOn: false });
}
