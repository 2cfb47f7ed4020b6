/**
 * Every refusal the server can answer with, and its HTTP status. Callers branch on the code; the wording is the
 * catalogue entry `error.<code>` and may change freely.
 */
export const errorStatus = {
  bad_request: 400,
  login_required: 401,
  credentials_invalid: 401,
  token_scope: 403,
  csrf_invalid: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  draft_conflict: 409,
  translation_exists: 409,
  page_slug_taken: 409,
  page_has_errors: 422,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  purchase_required: 422,
  premium_required: 422,
  item_locked: 422,
  account_suspended: 422,
  phone_required: 422,
  email_required: 422,
  tfa_required: 422,
  needs_review: 422,
  real_name_required: 422,
  tfa_code_invalid: 422,
  other_account_tfa_required: 422,
  sms_code_invalid: 422,
  captcha_required: 422,
  captcha_invalid: 422,
  login_key_invalid: 422,
  phone_proof_required: 422,
  phone_taken: 409,
  mail_failed: 422,
  email_link_invalid: 422,
  profile_update_time_limit: 422,
  sign_in_again: 422,
  sms_failed: 422,
  sign_in_cancelled: 422,
  identity_not_proved: 422,
  authorization_expired: 422,
  lti_refused: 422,
  lti_other_browser: 422,
  last_sign_in_way: 422,
  licence_full: 409,
  quiz_frozen: 422,
  quiz_not_started: 422,
  quiz_already_submitted: 409,
  mark_changed: 409,
  last_admin: 409,
  version_not_found: 422,
  tutorial_exceed_lab_limit_1: 422,
  live_session_project_limit_1: 422,
  tutorial_exercise_exceed_submission_limit_1: 422,
  prerequisite_cycle: 422,
  upload_forbidden_type: 415,
  upload_attachment_too_large_1G: 413,
  upload_attachment_too_large_3G: 413,
  upload_too_large_for_learners: 413,
  upload_invalid_file: 422,
  upload_too_many_pixels: 422,
  upload_quota_exceeded: 422,
  upload_disk_full: 507,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  disk_full: 503,
  provider_unavailable: 503,
  lab_unavailable: 503,
  comment_after_learning: 422,
  message_hidden: 422,
  submission_required: 422,
  tool_required: 422,
  muted: 422,
  report_own: 422,
  cart_limit: 422,
  cart_not_for_sale: 422,
  cart_owned: 409,
  price_changed: 409,
  coupon_refused: 422,
  order_expired: 422,
  payment_unavailable: 503,
  refund_too_late: 422,
  receipt_nothing_paid: 422,
  receipt_unavailable: 503,
  test_too_soon: 422,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** A field that was not accepted, with a sentence in the visitor's language. */
export interface FieldProblem {
  field: string
  message: string
}

/** The body of every failed call. `details` comes where fields are to blame: with 400, and with a few refusals of a rule. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  details?: FieldProblem[]
}
