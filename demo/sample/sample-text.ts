/** Names of places, which are also the titles of chapters. */
export const placeNames = [
  'The Long Pier',
  'Rope Street',
  'The Tide Office',
  'A Kitchen in November',
  'The Blue Ferry',
  'Under the Viaduct',
  'The Map Room',
  'Low Water',
  'The Signal House',
  'Bell Lane',
  'The Empty Hotel',
  'Northern Light',
  'The Drying Yard',
  'A Letter from Ash Quay',
  'The Winter Market',
  'The Last Timetable',
  'Glasshouse',
  'The Ledger',
  'Two Bridges',
  'Harbor Master',
];

/** First sentences of paragraphs. */
export const openings = [
  'By the time the bells had finished, the fog had reached {place}.',
  'The family never spoke of {place} before breakfast.',
  'She had drawn {place} from memory, and the drawing was wrong in one corner.',
  'The clerk wrote the date twice, because the first one had already passed.',
  'It rained on the left side of the street, and the right side waited.',
  'In the evening the boats came back with more ropes than they had taken.',
  'There were three ways to {place}, and the children knew a fourth.',
  'The clock above the counter was right for anyone who arrived by ferry.',
  'What they called a storm was only the wind looking for its coat.',
  'He kept the key in a drawer with other things that opened nothing.',
];

/** Sentences for the middle of paragraphs. */
export const scenes = [
  'A kettle was singing in a room that had been locked since spring.',
  'Someone had set a second chair at the window and turned it toward the water.',
  'The old man counted the steps aloud, then counted them again without speaking.',
  'On the table lay a glove, a ticket, and a pear with one bite missing.',
  'They agreed on a price and then on a different one, which pleased them both.',
  'The paint had kept the shape of every hand that leaned on it.',
  'Gulls walked along the rail like inspectors who had lost their list.',
  'Her brother wrote from abroad that the streets there were named after birds.',
  'The lamp made a circle on the ceiling, and the circle had a hair across it.',
  'A train passed, or the memory of one, and the cups answered.',
  'The baker left the door open so that the cold could see what it was missing.',
  'He had learned to read charts before he learned to read faces.',
  'From the roof you could see two towns and the weather that belonged to neither.',
  'The letter had been folded so often that it opened by itself.',
  'Between the houses hung a line of shirts, all of them waving at the same boat.',
  'She put the coin back where she had found it and took the other one.',
  'There was a smell of tar and oranges, as there is before a long absence.',
  'The inspector wanted the truth and was given a chair.',
  'Every lantern on the quay had a name, and most of them answered to it.',
  'They walked slowly, as people do who expect to be called back.',
];

/** Last sentences of paragraphs. */
export const endings = [
  'They never spoke of it again.',
  'Then the tide turned, and so did the conversation.',
  'It was, she thought, a fair description of the weather.',
  'He wrote it down, crossed it out, and remembered it.',
  'The dog understood first.',
  'Afterward each of them claimed to have slept.',
  'By morning the ink had decided on blue.',
  'And still the ferry stayed away.',
];
