import { Book } from './book';

export default function Page() {
  return <Book id="bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R" />;
}
