// Generated from openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a new plant in the store */
        post: operations["addPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Plant: {
            /** The name of the plant */
            name: string;
            /** Tag that specifies the type */
            tag?: string | undefined;
        };
        NewPlant: components["schemas"]["Plant"] & {
            /**
             * Format: int64
             * Identification number of the plant
             *
             * Beyond 2^53 - 1 only a bigint is exact: a request with such a number is refused.
             */
            id: number | bigint;
        };
        Error: {
            /**
             * Format: int32
             * Numeric error value
             */
            error: number;
            /** Error text */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    addPlant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plant to add */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /** The created plant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            /** Unexpected error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}

/** The bodies of the operation POST /plants. */
export type AddPlantRequest = operations["addPlant"]["requestBody"]["content"]["application/json"];
export type AddPlantSuccess = operations["addPlant"]["responses"]["200"]["content"]["application/json"];
export type AddPlantError = operations["addPlant"]["responses"]["400"]["content"]["application/json"];
