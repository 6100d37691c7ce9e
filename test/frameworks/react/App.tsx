import { useRef } from 'react';
import 'svc-reader/define';
import type { SvcReader } from 'svc-reader/react';

export function App({ book }: { book: string }) {
  const reader = useRef<SvcReader>(null);
  return (
    <>
      <svc-reader
        ref={reader}
        className="reader"
        book={book}
        api="https://books.example"
        api-key="svc_pub_1"
        mode="scroll"
        offline
        tokenProvider={async () => 'token'}
        messages={{ contents: 'Chapters' }}
        resume={null}
        markStore={{ load: async () => [], put: async () => {}, remove: async () => {} }}
        onsvc-open={({ book: { title } }) => console.log(title.toUpperCase())}
        onsvc-page-change={({ fraction }) => console.log(fraction.toFixed(2))}
        onsvc-buy-request={(event) => event.preventDefault()}
      />
      <button onClick={() => reader.current?.next()}>Next</button>
    </>
  );
}

// @ts-expect-error -- a book is not a number
export const wrongProperty = <svc-reader book={12} />;
// @ts-expect-error -- the event has no such field
export const wrongEvent = <svc-reader onsvc-page-change={({ left }) => console.log(left)} />;
