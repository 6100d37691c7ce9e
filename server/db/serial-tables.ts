/** What readers see of serial fiction: kept with every change that they notice. */
export interface SerialTables {
  /** Books of which a chapter is or was published. */
  serials: {
    book_id: string;
    /** Rises by 1 with every change that readers notice, in the order of commits. */
    change: number;
    /** Published ones, and their words. */
    chapters: number;
    words: number;
  };
  /** Chapters that readers have seen. */
  serial_changes: {
    chapter_id: string;
    book_id: string;
    /** Of the book, at the chapter’s last change that readers noticed. */
    change: number;
    /** Of the book, when the chapter was published last. */
    published_change: number;
  };
}
