/** Serializes all calls to one provider account. */
export const queueOf = (connectionId: number) => `wms:${connectionId}`;
