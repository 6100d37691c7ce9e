import type { Mark } from './mark.ts';

/** The marks of the open book, as controls show them. */
export interface MarksState {
  list: readonly Mark[];
  /** Ids of those whose words are not found any more. */
  lost: ReadonlySet<string>;
  /** What was deleted last, until that cannot be undone any more. */
  deleted: Mark | null;
  /** `visit`: nothing may be kept here; `waiting`: the last changes are not stored yet. */
  storage: 'kept' | 'visit' | 'waiting';
  /** What the last file has brought: so many marks, or null for none that could be read. */
  imported: { count: number | null } | null;
}

export type MarksChange =
  | { type: 'put'; marks: readonly Mark[] }
  | { type: 'delete'; id: string }
  /** Deleted elsewhere: nothing to undo here. */
  | { type: 'gone'; id: string }
  | { type: 'forget-deleted' }
  | { type: 'placed'; found: readonly Mark[]; lost: readonly string[] }
  | { type: 'storage'; storage: MarksState['storage'] }
  | { type: 'imported'; count: number | null };

export const noMarks: MarksState = {
  list: [],
  lost: new Set(),
  deleted: null,
  storage: 'kept',
  imported: null,
};

export function updateMarks(state: MarksState, change: MarksChange): MarksState {
  switch (change.type) {
    case 'put': {
      const { list, deleted } = state;
      const isBack = change.marks.some(({ id }) => id === deleted?.id);
      return { ...state, list: withMarks(list, change.marks), deleted: isBack ? null : deleted };
    }
    case 'delete': {
      const deleted = state.list.find(({ id }) => id === change.id) ?? null;
      return deleted ? { ...without(state, change.id), deleted } : state;
    }
    case 'gone':
      return without(state, change.id);
    case 'forget-deleted':
      return { ...state, deleted: null };
    case 'placed': {
      const lost = new Set([...state.lost, ...change.lost]);
      for (const { id } of change.found) lost.delete(id);
      return { ...state, list: withMarks(state.list, change.found), lost };
    }
    case 'storage':
      return change.storage === state.storage ? state : { ...state, storage: change.storage };
    case 'imported':
      return { ...state, imported: { count: change.count } };
  }
}

function withMarks(list: readonly Mark[], marks: readonly Mark[]): Mark[] {
  const byId = new Map(list.map((mark) => [mark.id, mark]));
  for (const mark of marks) byId.set(mark.id, mark);
  return [...byId.values()];
}

function without(state: MarksState, id: string): MarksState {
  return { ...state, list: state.list.filter((mark) => mark.id !== id) };
}
