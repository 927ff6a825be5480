/** A link that has let the visitor in: what the parts of the page need to ask for what lies below it. */
export interface OpenLink {
  readonly hash: string;
  /** Of a link with a password: stands for it in addresses, for some hours. Undefined where there is none. */
  readonly token: string | undefined;
  /** Tells that something was refused that should not have been: the page looks what has become of the link. */
  onRefused(): void;
}
