export interface WallAnswer {
  readonly status: number;
  /** The media type; default: `text/html`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type WallAnswers = Readonly<Record<string, readonly WallAnswer[]>>;

export const html = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const page = (status: number, ...parts: Parameters<typeof html>): WallAnswer => ({
  status,
  body: html(...parts),
});
