/**
 * Version of the compiler's output. Increase it with every change that should apply to stored
 * books, which servers then recompile in the background. Books stored before versions were recorded
 * have version 1.
 */
export const compilerVersion = 23;
