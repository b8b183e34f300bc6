// Made by `npm run generate` from openapi.yaml. Not edited by hand.
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
        AddPlantRequest: {
            /** The name of the plant */
            name: string;
            /** Tag that specifies the type */
            tag?: string;
            /**
             * Format: int64
             * Identification number of the plant
             */
            id: number | bigint;
        };
        AddPlantSuccess: {
            /** The name of the plant */
            name: string;
            /** Tag that specifies the type */
            tag?: string;
        };
        AddPlantError: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPlantRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddPlantSuccess"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddPlantError"];
                };
            };
        };
    };
}
export type AddPlantRequest = components["schemas"]["AddPlantRequest"];
export type AddPlantSuccess = components["schemas"]["AddPlantSuccess"];
export type AddPlantError = components["schemas"]["AddPlantError"];
