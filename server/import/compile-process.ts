import { compileChapter } from '../epub/compile-chapter.ts';
import compileBook from './compile-book.ts';
import { startWatchdog } from './compile-watchdog.ts';
import { type CompileRequest, toCompileFailure } from './compile-request.ts';
import { memoryLimitMb } from './compiler-limits.ts';

/** Entry point of the compiler process: compiles each request until the parent disconnects. */
process.on('message', (request: CompileRequest) => {
  void compile(request).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

const startJob = startWatchdog(Number(process.argv[2]));

async function compile(request: CompileRequest) {
  startJob(memoryLimitMb('epub' in request ? request.epub.length : 0));
  if ('epub' in request) return compileBook(request);
  try {
    return { section: await compileChapter(request) };
  } catch (error) {
    return toCompileFailure(error);
  }
}
