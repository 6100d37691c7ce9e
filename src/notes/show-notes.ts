import type { AttendedBook } from '../attend/features.ts';
import type { AttendedReader } from '../attend/attend.ts';

export function showNotes(_r: AttendedReader, _b: AttendedBook, _s: AbortSignal): void {}
