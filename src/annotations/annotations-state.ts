import type { Annotation } from './annotation.ts';

/** The marks of the open book, as controls show them. */
export interface AnnotationsState {
  list: readonly Annotation[];
  /** Ids of those whose words are not found any more. */
  orphaned: ReadonlySet<string>;
  /** What was deleted last, until that cannot be undone any more. */
  lastDeleted: Annotation | null;
  /** `visit`: nothing may be kept here; `waiting`: the last changes are not stored yet. */
  storage: 'kept' | 'visit' | 'waiting';
  /** What the last file has brought: so many marks, or null for none that could be read. */
  imported: { count: number | null } | null;
}

export type AnnotationsChange =
  | { type: 'put'; marks: readonly Annotation[] }
  | { type: 'delete'; id: string }
  /** Deleted elsewhere: nothing to undo here. */
  | { type: 'gone'; id: string }
  | { type: 'forget-deleted' }
  | { type: 'placed'; found: readonly Annotation[]; lost: readonly string[] }
  | { type: 'storage'; storage: AnnotationsState['storage'] }
  | { type: 'imported'; count: number | null };

export const noAnnotations: AnnotationsState = {
  list: [],
  orphaned: new Set(),
  lastDeleted: null,
  storage: 'kept',
  imported: null,
};

export function updateAnnotations(
  state: AnnotationsState,
  change: AnnotationsChange,
): AnnotationsState {
  switch (change.type) {
    case 'put': {
      const { list, lastDeleted } = state;
      const isBack = change.marks.some(({ id }) => id === lastDeleted?.id);
      return {
        ...state,
        list: withAnnotations(list, change.marks),
        lastDeleted: isBack ? null : lastDeleted,
      };
    }
    case 'delete': {
      const lastDeleted = state.list.find(({ id }) => id === change.id) ?? null;
      return lastDeleted ? { ...withoutAnnotation(state, change.id), lastDeleted } : state;
    }
    case 'gone':
      return withoutAnnotation(state, change.id);
    case 'forget-deleted':
      return { ...state, lastDeleted: null };
    case 'placed': {
      const orphaned = new Set([...state.orphaned, ...change.lost]);
      for (const { id } of change.found) orphaned.delete(id);
      return { ...state, list: withAnnotations(state.list, change.found), orphaned };
    }
    case 'storage':
      return change.storage === state.storage ? state : { ...state, storage: change.storage };
    case 'imported':
      return { ...state, imported: { count: change.count } };
  }
}

function withAnnotations(list: readonly Annotation[], marks: readonly Annotation[]): Annotation[] {
  const byId = new Map(list.map((mark) => [mark.id, mark]));
  for (const mark of marks) byId.set(mark.id, mark);
  return [...byId.values()];
}

function withoutAnnotation(state: AnnotationsState, id: string): AnnotationsState {
  return { ...state, list: state.list.filter((mark) => mark.id !== id) };
}
