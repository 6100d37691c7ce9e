/**
 * Version of the compiler's output. Raise it with every change that stored books should get: servers then
 * compile them again in the background. Version 1 is that of books stored before versions were recorded.
 */
export const compilerVersion = 6;
