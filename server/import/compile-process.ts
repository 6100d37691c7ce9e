import compileBook, { type CompileOrder } from './compile-book.ts';

/** What a process that compiles books does: an order comes, its outcome goes, until nobody listens. */
process.on('message', (order: CompileOrder) => {
  void compileBook(order).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
