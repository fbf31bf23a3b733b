// The nine requests of extensions to the user interface (the same fields in every version of pi).

interface Request<M extends string> {
  type: 'extension_ui_request';
  id: string;
  method: M;
}

/** After `timeout` ms, pi continues with a default and does not report that. `editor` never times out. */
export type DialogRequest =
  | (Request<'select'> & { title: string; options: string[]; timeout?: number })
  | (Request<'confirm'> & { title: string; message?: string; timeout?: number })
  | (Request<'input'> & { title: string; placeholder?: string; timeout?: number })
  | (Request<'editor'> & { title: string; prefill?: string });

/** Extensions also send `success`, which pi passes on, although its types do not have it (0.79.9 to 1.6.0). */
export const NOTICE_KINDS = ['info', 'success', 'warning', 'error'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export type WidgetPlacement = 'aboveEditor' | 'belowEditor';

/** Without text or lines, the request clears its key. */
export type ShowRequest =
  | (Request<'notify'> & { message: string; notifyType?: NoticeKind })
  | (Request<'setStatus'> & { statusKey: string; statusText?: string })
  | (Request<'setWidget'> & { widgetKey: string; widgetLines?: string[]; widgetPlacement?: WidgetPlacement })
  | (Request<'setTitle'> & { title: string })
  | (Request<'set_editor_text'> & { text: string });

export type UiRequest = DialogRequest | ShowRequest;

export type DialogAnswer = { value: string } | { confirmed: boolean } | { cancelled: true };
