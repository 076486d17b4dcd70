declare module 'ups-api' {
  export class API {
    constructor(options: { baseUrl: string; authUrl: string; clientId: string; clientSecret: string; transactionSrc?: string });
    token: string | null;
    createShipment(payload: unknown): Promise<unknown>;
    cancelShipment(trackingNumber: string): Promise<unknown>;
    getWaybill(trackingNumber: string, options?: { format?: string }): Promise<unknown>;
    getTrackingDetails(trackingNumber: string): Promise<unknown>;
  }
}
