'use client';

import 'svc-reader/define';
import type { SvcReader } from 'svc-reader/react';
import { useRef, useState } from 'react';

export function Book({ id }: { id: string }) {
  const reader = useRef<SvcReader>(null);
  const [fraction, setFraction] = useState(0);
  return (
    <>
      <svc-reader
        ref={reader}
        book={id}
        api="https://books.example"
        api-key="svc_pro_pub"
        onsvc-page-change={(event) => setFraction(event.fraction)}
      />
      <button onClick={() => reader.current?.next()}>Next ({fraction})</button>
    </>
  );
}
