'use client';

import 'svc-reader/define';
import type { SvcReader } from 'svc-reader/react';
import { useEffect, useRef, useState } from 'react';

export function Book({ id }: { id: string }) {
  const reader = useRef<SvcReader>(null);
  const [fraction, setFraction] = useState(0);
  useEffect(() => {
    const listening = new AbortController();
    reader.current?.addEventListener(
      'svc-page-change',
      ({ fraction }) => setFraction(fraction),
      listening,
    );
    return () => listening.abort();
  }, []);
  return (
    <>
      <svc-reader
        ref={reader}
        book={id}
        api="https://books.example"
        api-key="svc_pro_pub"
        affiliate="blog"
      />
      <button onClick={() => reader.current?.next()}>Next ({fraction})</button>
    </>
  );
}
