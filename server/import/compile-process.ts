import { compileChapter } from '../epub/compile-chapter.ts';
import compileBook from './compile-book.ts';
import { guard } from './compile-guard.ts';
import { type Order, refusalOf } from './compile-order.ts';
import { memoryCapMb } from './compiler-limits.ts';

/** What a process that compiles does: an order comes, its outcome goes, until nobody listens. */
process.on('message', (order: Order) => {
  void compile(order).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

const mayHold = guard(Number(process.argv[2]));

async function compile(order: Order) {
  mayHold(memoryCapMb('epub' in order ? order.epub.length : 0));
  if ('epub' in order) return compileBook(order);
  try {
    return { section: await compileChapter(order) };
  } catch (error) {
    return refusalOf(error);
  }
}
