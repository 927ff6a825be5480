import { type ComponentType, lazy, useState } from 'react';
import { LatePart } from './late-part.tsx';
import { KeysAhead } from './keys-ahead.tsx';
import type { MenuProps } from './menu.tsx';

let loaded: ComponentType<MenuProps> | undefined;

/** Loads the code of menus, so that they open at once and without a connection. */
export async function loadMenu(): Promise<{ default: ComponentType<MenuProps> }> {
  loaded ??= (await import('./menu.tsx')).Menu;
  return { default: loaded };
}

/** A menu whose code loads after the first listing. A menu that cannot be loaded closes, and loads again when reopened. */
export function Menu(props: MenuProps) {
  const [Part] = useState(() => loaded ?? lazy(loadMenu));
  return (
    <LatePart onFailure={props.onClose} whileLoading={<KeysAhead onEscape={props.onClose} />}>
      <Part {...props} />
    </LatePart>
  );
}
