import { compileChapter } from '../epub/compile-chapter.ts';
import compileBook from './compile-book.ts';
import { startWatchdog } from './compile-watchdog.ts';
import { type CompileRequest, toCompileFailure } from './compile-request.ts';
import { memoryLimitMb } from './compiler-limits.ts';

/** What a process that compiles does: an order comes, its outcome goes, until nobody listens. */
process.on('message', (order: CompileRequest) => {
  void compile(order).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

const setLimits = startWatchdog(Number(process.argv[2]));

async function compile(order: CompileRequest) {
  setLimits(memoryLimitMb('epub' in order ? order.epub.length : 0));
  if ('epub' in order) return compileBook(order);
  try {
    return { section: await compileChapter(order) };
  } catch (error) {
    return toCompileFailure(error);
  }
}
