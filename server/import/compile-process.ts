import { compileChapter } from '../epub/compile-chapter.ts';
import compileBook from './compile-book.ts';
import { type Order, refusalOf } from './compile-order.ts';

/** What a process that compiles does: an order comes, its outcome goes, until nobody listens. */
process.on('message', (order: Order) => {
  void compile(order).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

async function compile(order: Order) {
  if ('epub' in order) return compileBook(order);
  try {
    return { section: await compileChapter(order) };
  } catch (error) {
    return refusalOf(error);
  }
}
