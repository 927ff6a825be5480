/** Durations of a login in milliseconds. Each has a default where it is used. */
export interface LoginDurations {
  /** Minimum duration of a refusal. */
  readonly minRefusalMs?: number;
  /** Maximum time that the captcha host may take to answer. */
  readonly captchaTimeLimitMs?: number;
  /** Maximum time that the login hook may run. */
  readonly hookTimeLimitMs?: number;
}
