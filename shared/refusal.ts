/**
 * A request that is turned down on purpose: thrown at the spot, mapped once to
 * `{"error":{"code","message"}}` by `app.onError`. The message is shown to a person as it stands:
 * it says what was refused, for what, and what to do. Anything else that is thrown is a bug (500).
 */
export class Refusal extends Error {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** One lower-case word or a few joined by `_`, stable for scripts, such as `not_found`. */
  readonly code: string;
  /** Response headers that belong to this answer, such as the current `ETag` of a 412. */
  headers: Readonly<Record<string, string>> = {};

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }

  /** Sets the headers of the answer; for `throw new Refusal(...).with({ ETag })`. */
  with(headers: Readonly<Record<string, string>>): this {
    this.headers = headers;
    return this;
  }
}
