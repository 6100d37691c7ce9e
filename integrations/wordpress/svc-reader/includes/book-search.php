<?php
/**
 * The REST route that the block editor uses to search for books.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Registers GET svc-reader/v1/books. WordPress checks the nonce of the logged-in user. */
function register_book_search() {
	register_rest_route(
		'svc-reader/v1',
		'/books',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\handle_book_search',
			'permission_callback' => __NAMESPACE__ . '\can_search_books',
			'args'                => array(
				'search' => array(
					'type'              => 'string',
					'default'           => '',
					'maxLength'         => 200,
					'sanitize_callback' => 'sanitize_text_field',
				),
			),
		)
	);
}

/** Only users who can write posts may search, because each search counts toward the key's quota. */
function can_search_books() {
	return current_user_can( 'edit_posts' );
}

/**
 * Returns books that match the query.
 *
 * @param \WP_REST_Request $request Request.
 * @return \WP_REST_Response|\WP_Error
 */
function handle_book_search( $request ) {
	$found = search_books( (string) $request['search'], 10 );
	return is_wp_error( $found ) ? $found : rest_ensure_response( $found );
}
