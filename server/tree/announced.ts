import type { CommandEvent } from '#contract/commands.ts';
import type { Actor } from '../access/actor.ts';
import type { EventHooks, OperationPaths, CommandFailed } from '../programs/events/event-hooks.ts';

/** An act is done: with this result, and perhaps with a command after it that has failed. */
export interface Done<T> {
  readonly result: T;
  readonly failed: CommandFailed | undefined;
}

export interface AnnouncedAct<T> {
  readonly event: CommandEvent;
  readonly actor: Actor;
  /**
   * Judges the act without changing anything, and says what it is about; undefined when there is nothing to do. Only asked for
   * when somebody listens.
   */
  plan(): Promise<OperationPaths | undefined>;
  /** Judges it again: what has been planned may have changed since. */
  carryOut(): Promise<T>;
  /** Where it has ended up, when that may be elsewhere than was planned. */
  placesOf?(result: T, planned: OperationPaths): OperationPaths;
  /** Aborts when the act is not wanted any more; heeded until it begins. Only asked for when somebody listens. */
  cancelled?: (() => AbortSignal) | undefined;
}

/** Does an act between what runs before and what runs after it. `CommandFailed`: nothing was done. */
export async function announced<T>(events: EventHooks, act: AnnouncedAct<T>): Promise<Done<T>> {
  const { event, actor } = act;
  if (!(await events.hasCommands(event)))
    return { result: await act.carryOut(), failed: undefined };
  const cancelled = act.cancelled?.();
  const planned = await act.plan();
  if (planned === undefined) return { result: await act.carryOut(), failed: undefined };
  await events.before(event, actor, planned, cancelled);
  cancelled?.throwIfAborted();
  const result = await act.carryOut();
  const places = act.placesOf?.(result, planned) ?? planned;
  return { result, failed: await events.after(event, actor, places) };
}
