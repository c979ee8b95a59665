/** What an answer of a wall is, as the files of walls list them. */

/** One answer, as a server writes it. */
export interface WallAnswer {
  readonly status: number;
  /** The media type; `text/html` where it is left out. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type WallAnswers = Readonly<Record<string, readonly WallAnswer[]>>;
