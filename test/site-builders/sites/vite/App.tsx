import 'svc-reader/define';
import type { SvcReader } from 'svc-reader/react';
import { useRef, useState } from 'react';

export function App() {
  const reader = useRef<SvcReader>(null);
  const [fraction, setFraction] = useState(0);
  return (
    <>
      <svc-reader
        ref={reader}
        book="bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R"
        api="https://books.example"
        api-key="svc_pro_pub"
        affiliate="blog"
        onsvc-page-change={({ fraction }) => setFraction(fraction)}
      />
      <button onClick={() => reader.current?.next()}>Next ({fraction})</button>
    </>
  );
}
