/** Everything that is asked of one provider's account goes one after another. */
export const queueOf = (connectionId: number) => `wms:${connectionId}`;
