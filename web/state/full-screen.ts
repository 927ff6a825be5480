import { createStore } from 'zustand/vanilla';

/** Full-screen mode of a preview or the editor, which removes the header, sidebar and breadcrumbs. */
export const fullScreen = createStore<{ readonly isOn: boolean }>(() => ({ isOn: false }));

/** Enters full-screen mode until the returned function is called. */
export function enterFullScreen(): () => void {
  fullScreen.setState({ isOn: true });
  return () => fullScreen.setState({ isOn: false });
}
